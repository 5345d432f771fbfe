"""AdamW for vectors and edges, orthogonalised momentum (Muon, Jordan et al. 2024) for the matrices inside of the blocks.

The update of a matrix is scaled to the size of an AdamW update, so that one learning rate serves both.
"""

import torch


def orthogonal(matrix, rounds=5):
    """Nearest semi-orthogonal matrix, roughly: a quintic Newton-Schulz iteration."""
    x = matrix.T if matrix.shape[0] > matrix.shape[1] else matrix
    x = x / (x.norm() + 1e-7)
    for _ in range(rounds):
        square = x @ x.T
        x = 3.4445 * x + (-4.775 * square + 2.0315 * square @ square) @ x
    return x.T if matrix.shape[0] > matrix.shape[1] else x


class Muon(torch.optim.Optimizer):
    def __init__(self, params, lr, momentum=0.95, weight_decay=0.02, half=False):
        super().__init__(params, dict(lr=lr, momentum=momentum, weight_decay=weight_decay))
        self.type = torch.bfloat16 if half else torch.float32

    @torch.no_grad()
    def step(self, closure=None):
        for group in self.param_groups:
            for value in group['params']:
                state = self.state[value]
                if 'momentum' not in state:
                    state['momentum'] = torch.zeros_like(value)
                state['momentum'].lerp_(value.grad, 1 - group['momentum'])
                update = orthogonal(value.grad.lerp(state['momentum'], group['momentum']).to(self.type)).float()
                value.mul_(1 - group['lr'] * group['weight_decay'])
                value.add_(update, alpha=-group['lr'] * 0.2 * max(value.shape) ** 0.5)


def optimisers(model, lr, half=False):
    inner = [value for name, value in model.named_parameters() if 'blocks.' in name and value.ndim == 2]
    taken = {id(value) for value in inner}
    rest = [value for value in model.parameters() if id(value) not in taken]
    groups = [
        {'params': [value for value in rest if value.ndim > 1], 'weight_decay': 0.02},
        {'params': [value for value in rest if value.ndim <= 1], 'weight_decay': 0.0},
    ]
    return [torch.optim.AdamW(groups, lr=lr, betas=(0.9, 0.98)), Muon(inner, lr, half=half)]
