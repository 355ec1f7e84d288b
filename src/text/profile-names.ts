/** The profile of an account that is not in the emulator, unless another one is named or in use. */
export const defaultProfile = 'default';

/** The profile of the embedded emulator, unless another one is named: what is set while rehearsing reaches no account. */
export const emulatorProfile = 'emulator';
