/**
 * Throws if a bundle has the parts of zod that the program never uses, such as its texts in other languages. esbuild
 * leaves them out unless a source file uses the namespace `z.core` as a value, instead of for types only; then all of
 * zod is in the bundle, 370 kB that every command with a schema loads. `outputs` are those of esbuild's metafile.
 */
export function checkTreeShaken(outputs) {
  for (const { inputs } of Object.values(outputs)) {
    const unused = Object.keys(inputs).find(
      (file) => /[\\/]zod[\\/].*[\\/]locales[\\/]/.test(file) && inputs[file].bytesInOutput > 0,
    );
    if (unused !== undefined)
      throw new Error(`${unused} is in the bundle: does a source file use z.core for more than types?`);
  }
}
