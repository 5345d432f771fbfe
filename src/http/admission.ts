// Bounds the work in progress over all listeners: requests, and bytes of bodies being received. Beyond
// that the answer is 503 with Retry-After, before quality falls.
import { ServiceError } from '../protocol/errors.js';

export interface AdmissionLimits {
  readonly maxInFlight: number;
  readonly inFlightBodyBytes: number;
}

export class Admission {
  readonly #limits: AdmissionLimits;
  #requests = 0;
  #bodyBytes = 0;

  constructor(limits: AdmissionLimits) {
    this.#limits = limits;
  }

  get requests(): number {
    return this.#requests;
  }

  get bodyBytes(): number {
    return this.#bodyBytes;
  }

  enter(): AdmissionSlot {
    if (this.#requests >= this.#limits.maxInFlight) throw new ServiceError('OVERLOADED');
    this.#requests++;
    let bytes = 0;
    let inside = true;
    return {
      reserve: (wanted) => {
        if (this.#bodyBytes + wanted > this.#limits.inFlightBodyBytes) throw new ServiceError('OVERLOADED');
        this.#bodyBytes += wanted;
        bytes += wanted;
      },
      leave: () => {
        if (!inside) return;
        inside = false;
        this.#requests--;
        this.#bodyBytes -= bytes;
      },
    };
  }
}

export interface AdmissionSlot {
  reserve(bytes: number): void;
  /** May be called again; counts once. */
  leave(): void;
}
