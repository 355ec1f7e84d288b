export const nodeVersion: string;
