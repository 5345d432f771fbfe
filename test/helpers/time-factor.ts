/** Factor for durations, from TEST_TIME_FACTOR: for emulators and loaded machines. */
export const timeFactor = Number(process.env.TEST_TIME_FACTOR ?? 1);
