// Tag groups and tags (specification 3, sections 2.3 and 4.6). An answer carries at most one tag of an exclusive group.
import { ServiceError } from '../../../protocol/errors.js';
import { limits } from '../../../protocol/limits.js';
import type { Changes } from '../changes.js';
import { noSuch } from '../envelopes.js';
import { refuseMore } from '../fields.js';
import { refuseFixed } from '../patch.js';
import type { References } from '../references.js';
import type { GroupRow, NamedTagRow, TagRow, TagTable } from './table.js';

export interface TagParts {
  readonly table: TagTable;
  readonly references: References;
  readonly changes: Changes;
}

interface Draft {
  readonly name: string;
  readonly description: string;
}
type Changed = { readonly name?: string | undefined; readonly description?: string | undefined };
const changeable = ['name', 'description'];

export class Tags {
  readonly #parts: TagParts;

  constructor(parts: TagParts) {
    this.#parts = parts;
  }

  groups(tenantId: string) {
    return this.#parts.table.groups(tenantId).map(groupView);
  }

  group(tenantId: string, id: number) {
    return { ...groupView(this.#group(tenantId, id)), tags: this.#parts.table.tags(id).map(tagView) };
  }

  createGroup(tenantId: string, { name, description, exclusive }: Draft & { readonly exclusive: boolean }): number {
    const { table, changes } = this.#parts;
    return changes.save(tenantId, () => {
      const groups = table.groups(tenantId);
      refuseMore(groups.length, limits.nlu.perTenant.tagGroups, 'tag groups in a tenant');
      refuseTaken(groups, name, 'there is already a tag group');
      return table.addGroup({ tenant_id: tenantId, name, description, exclusive: exclusive ? 1 : 0 });
    });
  }

  changeGroup(tenantId: string, id: number, body: Changed): void {
    const { table, changes } = this.#parts;
    changes.save(tenantId, () => {
      const row = this.#group(tenantId, id);
      refuseFixed(body, this.group(tenantId, id), changeable);
      const { name = row.name, description = row.description } = body;
      if (name !== row.name) refuseTaken(table.groups(tenantId), name, 'there is already a tag group');
      table.changeGroup({ ...row, name, description });
    });
  }

  /** Removes the group and its tags, and detaches the tags. Returns the answers that had one of them. */
  removeGroup(tenantId: string, id: number): number[] {
    const { table, changes } = this.#parts;
    return changes.save(tenantId, () => {
      this.#group(tenantId, id);
      const answers = table.tags(id).flatMap((tag) => this.#answersWith(tag.id));
      table.removeGroup(id);
      return [...new Set(answers)].sort((a, b) => a - b);
    });
  }

  tags(tenantId: string, groupId: number) {
    return this.#parts.table.tags(this.#group(tenantId, groupId).id).map(tagView);
  }

  /** The tag; without a group, it is found anywhere. */
  tag(tenantId: string, groupId: number | undefined, id: number) {
    return tagView(this.#tag(tenantId, groupId, id));
  }

  createTag(tenantId: string, groupId: number, { name, description }: Draft): number {
    const { table, changes } = this.#parts;
    return changes.save(tenantId, () => {
      const tags = table.tags(this.#group(tenantId, groupId).id);
      refuseMore(tags.length, limits.nlu.perTenant.tagsPerGroup, 'tags in a group');
      refuseTaken(tags, name, 'the group already has a tag');
      return table.addTag({ group_id: groupId, name, description });
    });
  }

  changeTag(tenantId: string, groupId: number | undefined, id: number, body: Changed): void {
    const { table, changes } = this.#parts;
    changes.save(tenantId, () => {
      const row = this.#tag(tenantId, groupId, id);
      refuseFixed(body, tagView(row), changeable);
      const { name = row.name, description = row.description } = body;
      if (name !== row.name) refuseTaken(table.tags(row.group_id), name, 'the group already has a tag');
      table.changeTag({ ...row, name, description });
    });
  }

  /** Removes the tag and detaches it. Returns the answers that had it. */
  removeTag(tenantId: string, groupId: number | undefined, id: number): number[] {
    return this.#parts.changes.save(tenantId, () => {
      this.#tag(tenantId, groupId, id);
      const answers = this.#answersWith(id);
      this.#parts.table.removeTag(id);
      return answers;
    });
  }

  /** Ids of the tags that an answer names as `tagGroup:tag`. `where`: the place of the list in the request. */
  resolve(tenantId: string, names: readonly string[], where: string): number[] {
    const found: NamedTagRow[] = [];
    for (const [index, name] of names.entries()) {
      const tag = this.#named(tenantId, name, `${where}[${index}]`);
      const other = found.find((each) => each.group_id === tag.group_id && each.id !== tag.id);
      if (other !== undefined && tag.exclusive === 1) {
        const why = `${shown(tag)} and ${shown(other)} belong to an exclusive group; an answer may have only one tag of it`;
        throw new ServiceError('INVALID_ARGUMENT', `${where}[${index}]: ${why}`);
      }
      found.push(tag);
    }
    return [...new Set(found.map(({ id }) => id))];
  }

  /** Names in the form `tagGroup:tag`. */
  namesOf(ids: readonly number[]): string[] {
    return ids.flatMap((id) => {
      const tag = this.#parts.table.byId(id);
      return tag === undefined ? [] : [`${tag.group_name}:${tag.name}`];
    });
  }

  #answersWith(tagId: number): number[] {
    return this.#parts.references.to('tag', tagId).map(({ id }) => id);
  }

  #named(tenantId: string, text: string, where: string): NamedTagRow {
    const name = text.normalize('NFC');
    const colon = name.indexOf(':');
    const tag = this.#parts.table.named(tenantId, name.slice(0, Math.max(0, colon)), name.slice(colon + 1));
    if (tag !== undefined) return tag;
    const why = colon < 0 ? 'a tag must be written tagGroup:tag' : 'there is no such tag';
    throw new ServiceError('INVALID_ARGUMENT', `${where}: ${JSON.stringify(text)}: ${why}`);
  }

  #group(tenantId: string, id: number): GroupRow {
    const row = this.#parts.table.group(tenantId, id);
    if (row === undefined) throw noSuch('tag group', id);
    return row;
  }

  #tag(tenantId: string, groupId: number | undefined, id: number): TagRow {
    if (groupId !== undefined) this.#group(tenantId, groupId);
    const row = this.#parts.table.tag(tenantId, id);
    if (row === undefined || (groupId ?? row.group_id) !== row.group_id) throw noSuch('tag', id);
    return row;
  }
}

const shown = ({ group_name, name }: NamedTagRow): string => JSON.stringify(`${group_name}:${name}`);

const groupView = ({ id, name, description, exclusive }: GroupRow) => ({
  ...{ id, name, description, exclusive: exclusive === 1 },
});
const tagView = ({ id, name, description }: TagRow) => ({ id, name, description });

function refuseTaken(rows: readonly { readonly name: string }[], name: string, why: string): void {
  if (!rows.some((row) => row.name === name)) return;
  throw new ServiceError('CONFLICT', `name: ${why} ${JSON.stringify(name)}`);
}
