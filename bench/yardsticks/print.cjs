console.log('0.0.0');
