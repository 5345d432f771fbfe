// The models that ship with the program.
import { fileURLToPath } from 'node:url';

export const shippedFolder = (id: string): string => fileURLToPath(new URL(`../../../models/${id}`, import.meta.url));
export const shippedFile = (id: string, name: string): string => `${shippedFolder(id)}/${name}`;
/** The setting shippedModels for tests that need no models. */
export const noModels = shippedFolder('none');
