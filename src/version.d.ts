/** The package's version, inserted at build time. */
declare const CFI_VERSION: string;
/** Distinguishes builds of the same version. */
declare const CFI_BUILD: string;
