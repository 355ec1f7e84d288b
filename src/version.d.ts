/** The package's version, put in when the program is built. */
declare const CFI_VERSION: string;
/** Tells one build of this version from another. */
declare const CFI_BUILD: string;
