// Opens a database, reads 25 rows and prints them: node read-rows.cjs FILE
const Libsql = require('libsql');

const db = new Libsql(process.argv[2]);
const rows = db.prepare('SELECT sku, title, qty FROM stock ORDER BY sku LIMIT 25').all();
process.stdout.write(`${JSON.stringify(rows)}\n`);
db.close();
