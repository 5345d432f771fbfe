// QA directories (specification 3, sections 2.3 and 4.9): trees whose top nodes are domains.
import { ServiceError } from '../../../protocol/errors.js';
import { limits } from '../../../protocol/limits.js';
import type { Changes } from '../changes.js';
import { noSuch } from '../envelopes.js';
import { refuseMore } from '../fields.js';
import { refuseFixed } from '../patch.js';
import type { References } from '../references.js';
import type { DirView } from './schemas.js';
import type { DirRow, QaTable } from './table.js';

export interface DirParts {
  readonly table: QaTable;
  readonly references: References;
  readonly changes: Changes;
}

interface DirDraft {
  readonly name: string;
  readonly description: string;
}

export class Dirs {
  readonly #parts: DirParts;

  constructor(parts: DirParts) {
    this.#parts = parts;
  }

  /** Every domain with the whole tree below it. */
  domains(tenantId: string): DirView[] {
    const tree = this.#tree(tenantId);
    return (tree.get(null) ?? []).map((row) => viewOf(row, tree));
  }

  view(tenantId: string, id: number): DirView {
    return viewOf(this.row(tenantId, id), this.#tree(tenantId));
  }

  children(tenantId: string, id: number): DirView[] {
    return this.view(tenantId, id).children;
  }

  exists(tenantId: string, id: number): boolean {
    return this.#parts.table.dir(tenantId, id) !== undefined;
  }

  /** Creates a directory, or a domain if there is no parent. */
  /** `where`: the field of the request that has the name. */
  create(
    tenantId: string,
    parentId: number | null,
    { name, description }: DirDraft,
    where: 'name' | 'path' = 'name',
  ): number {
    const { table, changes } = this.#parts;
    return changes.save(tenantId, () => {
      refuseMore(table.countDirs(tenantId), limits.nlu.perTenant.dirs, 'directories in a tenant');
      if (parentId !== null) refuseDepth(this.#above(tenantId, parentId).length + 1);
      this.#refuseTaken(tenantId, parentId, name, where);
      return table.addDir({ tenant_id: tenantId, parent_id: parentId, name, description });
    });
  }

  change(tenantId: string, id: number, body: { name?: string | undefined; description?: string | undefined }): void {
    const { table, changes } = this.#parts;
    changes.save(tenantId, () => {
      const row = this.row(tenantId, id);
      refuseFixed(body, this.view(tenantId, id), ['name', 'description']);
      const { name = row.name, description = row.description } = body;
      if (name !== row.name) this.#refuseTaken(tenantId, row.parent_id, name, 'name');
      table.changeDir({ ...row, name, description });
    });
  }

  /** Moves a directory; `newParentId` 0 makes it a domain. */
  move(tenantId: string, id: number, newParentId: number): void {
    const { table, changes } = this.#parts;
    changes.save(tenantId, () => {
      const row = this.row(tenantId, id);
      const parentId = newParentId === 0 ? null : newParentId;
      const above = parentId === null ? [] : this.#above(tenantId, parentId);
      if (row.parent_id === parentId) {
        const where = parentId === null ? 'is a domain' : `lies in directory ${parentId}`;
        throw new ServiceError('PRECONDITION_FAILED', `newParentId: directory ${id} ${where} already`);
      }
      if (above.includes(id)) {
        const which = newParentId === id ? 'itself' : `directory ${newParentId}, which lies below it`;
        throw new ServiceError('PRECONDITION_FAILED', `newParentId: directory ${id} cannot be moved into ${which}`);
      }
      this.#refuseTaken(tenantId, parentId, row.name, 'newParentId');
      refuseDepth(above.length + this.#height(tenantId, id));
      table.changeDir({ ...row, parent_id: parentId });
    });
  }

  /** Hides the directory with everything below it, so that a batch can remove them. */
  hide(tenantId: string, id: number, batch: number): void {
    const { table, references } = this.#parts;
    const { name } = this.row(tenantId, id);
    const all = this.#below(tenantId, id);
    for (const below of all) {
      const [skill] = references.to('dir', below);
      if (skill === undefined) continue;
      const which = below === id ? `directory ${JSON.stringify(name)}` : `directory ${below}, which lies below it,`;
      throw new ServiceError('IN_USE', `${which} is bound to skill ${skill.id}; bind the skill elsewhere first`);
    }
    for (const each of all) table.hideDir(each, batch);
  }

  /** Number of directories and pairs that are removed with this directory. */
  weight(tenantId: string, id: number): number {
    if (!this.exists(tenantId, id)) return 0;
    return this.#below(tenantId, id).reduce((sum, each) => sum + 1 + this.row(tenantId, each).pairs, 0);
  }

  /** @throws RESOURCE_NOT_FOUND */
  row(tenantId: string, id: number): DirRow {
    const row = this.#parts.table.dir(tenantId, id);
    if (row === undefined) throw noSuch('directory', id);
    return row;
  }

  #tree(tenantId: string): Map<number | null, DirRow[]> {
    const tree = new Map<number | null, DirRow[]>();
    for (const row of this.#parts.table.dirs(tenantId)) {
      const siblings = tree.get(row.parent_id);
      if (siblings === undefined) tree.set(row.parent_id, [row]);
      else siblings.push(row);
    }
    return tree;
  }

  /** Ids of the directory and of those above it, up to the domain. */
  #above(tenantId: string, id: number): number[] {
    const path: number[] = [];
    for (let at: number | null = id; at !== null; at = this.row(tenantId, at).parent_id) path.push(at);
    return path;
  }

  /** Ids of the directory and of all below it. */
  #below(tenantId: string, id: number): number[] {
    const tree = this.#tree(tenantId);
    const found = [id];
    for (const each of found) found.push(...(tree.get(each) ?? []).map((row) => row.id));
    return found;
  }

  #height(tenantId: string, id: number): number {
    const tree = this.#tree(tenantId);
    let level = [id];
    for (let height = 0; ; height++) {
      if (level.length === 0) return height;
      level = level.flatMap((each) => (tree.get(each) ?? []).map((row) => row.id));
    }
  }

  #refuseTaken(tenantId: string, parentId: number | null, name: string, where: 'name' | 'path' | 'newParentId'): void {
    if (this.#parts.table.namedDir(tenantId, parentId, name) === undefined) return;
    const code = where === 'newParentId' ? 'PRECONDITION_FAILED' : 'CONFLICT';
    const beside = parentId === null ? 'among the domains' : `in directory ${parentId}`;
    throw new ServiceError(code, `${where}: there is already a directory ${JSON.stringify(name)} ${beside}`);
  }
}

function refuseDepth(depth: number): void {
  if (depth <= limits.nlu.dirDepth) return;
  throw new ServiceError('INVALID_ARGUMENT', `directories can be nested at most ${limits.nlu.dirDepth} deep`);
}

function viewOf({ id, name, description }: DirRow, tree: ReadonlyMap<number | null, readonly DirRow[]>): DirView {
  return { id, name, description, children: (tree.get(id) ?? []).map((row) => viewOf(row, tree)) };
}
