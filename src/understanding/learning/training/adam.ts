// One list of weights with the Adam optimiser's state: the running means of its gradients and of their squares.

const decay = { mean: 0.9, square: 0.999 };
const least = 1e-8;

export class Adam {
  readonly weights: Float32Array;
  readonly gradient: Float32Array;
  readonly #means: Float32Array;
  readonly #squares: Float32Array;
  #steps = 0;

  constructor(weights: Float32Array) {
    this.weights = weights;
    this.gradient = new Float32Array(weights.length);
    this.#means = new Float32Array(weights.length);
    this.#squares = new Float32Array(weights.length);
  }

  /** Moves the weights against the gradient and resets the gradient to zero. */
  step(rate: number): void {
    this.#steps += 1;
    const [weights, gradient, means, squares] = [this.weights, this.gradient, this.#means, this.#squares];
    const meanScale = 1 / (1 - decay.mean ** this.#steps);
    const squareScale = 1 / (1 - decay.square ** this.#steps);
    for (let at = 0; at < weights.length; at++) {
      const slope = gradient[at] as number;
      gradient[at] = 0;
      const mean = decay.mean * (means[at] as number) + (1 - decay.mean) * slope;
      const square = decay.square * (squares[at] as number) + (1 - decay.square) * slope * slope;
      means[at] = mean;
      squares[at] = square;
      weights[at] = (weights[at] as number) - (rate * mean * meanScale) / (Math.sqrt(square * squareScale) + least);
    }
  }
}
