// Opens a database, reads 25 rows and prints them: node read-rows.cjs FILE
const [major] = process.versions.node.split('.');
const Database =
  Number(major) > 24 ? process.getBuiltinModule('node:sqlite').DatabaseSync : require('libsql');

const db = new Database(process.argv[2]);
const rows = db.prepare('SELECT sku, title, qty FROM stock ORDER BY sku LIMIT 25').all();
process.stdout.write(`${JSON.stringify(rows)}\n`);
db.close();
