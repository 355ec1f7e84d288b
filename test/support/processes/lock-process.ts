import { tryLock } from '../../../src/storage/sqlite/lock.ts';

// Holds the lock that the command line names until this process is killed.
const lock = tryLock(process.argv.at(-1) ?? '');
process.stdout.write(lock === undefined ? 'held by another\n' : 'locked\n');
process.stdin.resume();
// A lock to which nothing refers any more ends with the next garbage collection.
process.once('exit', () => lock?.release());
