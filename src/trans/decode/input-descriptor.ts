/** The file descriptor of the recording in a converter. */
export const inputDescriptor = 3;
