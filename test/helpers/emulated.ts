/** True where tests run in emulated processes (`npm run test:arm64`): programs that they start may be the host's. */
export const isEmulated = process.env.TEST_WORKERS === 'emulated';

/** The reason to skip a test that needs the fault layer, if `isEmulated`. */
export const noFaultLayer =
  'the fault layer is a library for the processor of this machine, and the processes here are emulated';
