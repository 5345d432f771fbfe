// Semantic models (specification 3, section 2.3). A tenant that has enabled none uses the system model.
import { ServiceError } from '../../../protocol/errors.js';
import { limits } from '../../../protocol/limits.js';
import type { Changes } from '../changes.js';
import { noSuch } from '../envelopes.js';
import { refuseMore } from '../fields.js';
import { refuseFixed } from '../patch.js';
import type { ModelDraft, ModelView } from './schemas.js';
import type { ModelState, ModelSwitch } from './switch.js';
import { systemModels } from './system-models.js';
import type { ModelRow, ModelTable } from './table.js';

/** @throws ServiceError if there is no trained model at the path, or a damaged one, or one of a newer version */
export type CheckModel = (tenantId: string, path: string) => Promise<void>;

export interface ModelParts {
  readonly table: ModelTable;
  readonly changes: Changes;
  readonly modelSwitch: ModelSwitch;
  readonly checkModel: CheckModel;
}

export class Models {
  readonly #parts: ModelParts;

  constructor(parts: ModelParts) {
    this.#parts = parts;
  }

  all(tenantId: string): ModelView[] {
    return this.#parts.table.all(tenantId).map(viewOf);
  }

  view(tenantId: string, id: number): ModelView {
    return viewOf(this.#row(tenantId, id));
  }

  async create(tenantId: string, draft: ModelDraft): Promise<number> {
    const { table, changes, checkModel } = this.#parts;
    const { name, description, type } = draft;
    const sourceNow = (): Source => {
      refuseMore(table.all(tenantId).length, limits.nlu.perTenant.models, 'models in a tenant');
      return type === 'BASE' ? baseSource(draft) : this.#optimizedSource(tenantId, draft);
    };
    if (type === 'OPTIMIZED') await checkModel(tenantId, sourceNow().model_path);
    // Checked again: other models may have been added meanwhile.
    return changes.save(tenantId, () => table.add({ tenant_id: tenantId, name, description, type, ...sourceNow() }));
  }

  change(tenantId: string, id: number, body: { name?: string | undefined; description?: string | undefined }): void {
    const { table, changes } = this.#parts;
    changes.save(tenantId, () => {
      const row = this.#row(tenantId, id);
      refuseFixed(body, viewOf(row), ['name', 'description']);
      table.change({ ...row, name: body.name ?? row.name, description: body.description ?? row.description });
    });
  }

  /**
   * Enables a model; the robots of the tenant are rebuilt with it in the background. Does nothing if it is enabled
   * already.
   */
  async enable(tenantId: string, id: number): Promise<void> {
    const { table, changes, modelSwitch, checkModel } = this.#parts;
    const row = this.#row(tenantId, id);
    if (row.enabled === 1) return;
    if (row.type === 'OPTIMIZED') {
      await checkModel(tenantId, row.model_path);
      if (this.#row(tenantId, id).enabled === 1) return;
    }
    changes.save(tenantId, () => table.enable({ tenant_id: tenantId, id }));
    modelSwitch.changed(tenantId, id);
  }

  remove(tenantId: string, id: number): void {
    const { table, changes } = this.#parts;
    changes.save(tenantId, () => {
      if (this.#row(tenantId, id).enabled === 1) {
        throw new ServiceError('IN_USE', `model ${id} is enabled; enable another one first`);
      }
      const trained = table.all(tenantId).find((row) => row.base_model_id === id);
      if (trained !== undefined) {
        throw new ServiceError('IN_USE', `model ${trained.id} was trained from model ${id}; delete it first`);
      }
      table.remove(id);
    });
  }

  /** State of the switch; `modelId` 0 is the system model. */
  state(tenantId: string): { state: ModelState; modelId: number } {
    const { table, modelSwitch } = this.#parts;
    const enabled = table.all(tenantId).find((row) => row.enabled === 1);
    return { state: modelSwitch.state(tenantId), modelId: enabled?.id ?? 0 };
  }

  #row(tenantId: string, id: number): ModelRow {
    const row = this.#parts.table.find(tenantId, id);
    if (row === undefined) throw noSuch('model', id);
    return row;
  }

  #optimizedSource(tenantId: string, { sysModel, modelPath = '', baseModelId }: ModelDraft): Source {
    if (sysModel !== undefined)
      throw invalid('sysModel: not possible for an OPTIMIZED model, which has modelPath and baseModelId instead');
    if (baseModelId === undefined) throw invalid('baseModelId: required for an OPTIMIZED model');
    const base = this.#parts.table.find(tenantId, baseModelId);
    if (base?.type !== 'BASE') throw invalid(`baseModelId: there is no BASE model ${baseModelId}`);
    if (modelPath === '') throw invalid('modelPath: required for an OPTIMIZED model');
    return { sys_model: '', model_path: modelPath, base_model_id: baseModelId };
  }
}

type Source = Pick<ModelRow, 'sys_model' | 'model_path' | 'base_model_id'>;

const invalid = (message: string): ServiceError => new ServiceError('INVALID_ARGUMENT', message);

function baseSource({ sysModel, modelPath, baseModelId }: ModelDraft): Source {
  const names = systemModels.map(({ name }) => name);
  if (modelPath !== undefined) throw invalid('modelPath: possible only for an OPTIMIZED model');
  if (baseModelId !== undefined) throw invalid('baseModelId: possible only for an OPTIMIZED model');
  if (sysModel === undefined || !names.includes(sysModel)) {
    throw invalid(`sysModel: must be the name of a system model for a BASE model: ${names.join(', ')}`);
  }
  return { sys_model: sysModel, model_path: '', base_model_id: null };
}

const viewOf = (row: ModelRow): ModelView => ({
  ...{ id: row.id, name: row.name, description: row.description, type: row.type },
  ...(row.base_model_id === null
    ? { sysModel: row.sys_model }
    : { modelPath: row.model_path, baseModelId: row.base_model_id }),
  enabled: row.enabled === 1,
});
