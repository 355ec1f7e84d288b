/** The package's version, put in when the program is built. */
declare const CFI_VERSION: string;
