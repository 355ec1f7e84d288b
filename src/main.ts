export async function cli(): Promise<void> {
  process.exitCode = 0;
}
