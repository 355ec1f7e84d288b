#!/usr/bin/env node
const dist = new URL('../dist/main.js', import.meta.url);

const program = await import(dist.href).catch(async (error) => {
  const { existsSync } = await import('node:fs');
  if (existsSync(dist)) throw error;
  process.stderr.write('cfi is not built yet: run `npm run build` first\n');
  process.exitCode = 1;
});
await program?.cli();
