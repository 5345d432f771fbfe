/** True where tests run in emulated processes (`npm run test:arm64`): programs that they start may be the host's. */
export const isEmulated = process.env.TEST_WORKERS === 'emulated';
