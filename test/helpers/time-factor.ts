/** Factor by which things may take longer, from TEST_TIME_FACTOR: under an emulator, on a loaded machine. */
export const timeFactor = Number(process.env.TEST_TIME_FACTOR ?? 1);
