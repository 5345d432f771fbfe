/** How much longer than here things may take where TEST_TIME_FACTOR says so: under an emulator, on a loaded machine. */
export const timeFactor = Number(process.env.TEST_TIME_FACTOR ?? 1);
