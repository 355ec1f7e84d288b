/** The package's version, inserted at build time. */
declare const CFI_VERSION: string;
