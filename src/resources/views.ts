// A stored resource as the interfaces show it.
import { JsonText } from '../http/route.js';
import type { ResourceRow } from './table.js';

/** Listing of one place: the page as the text of a JSON array. */
export interface Listing {
  readonly totalCount: number;
  readonly json: string;
}

export const listed = ({ id, ver, name, lang, description }: ResourceRow) => ({
  id,
  ver: String(ver),
  name,
  lang,
  ...(description !== '' && { desc: description }),
});

/** A page of the list, under the interface's name for it. */
export const listing = (key: string, { totalCount, json }: Listing): JsonText =>
  new JsonText(`{"totalCount":${totalCount},"${key}":${json}}`);

export const downloaded = (row: ResourceRow, content: Buffer) => ({
  ...listed(row),
  crc64: row.crc64,
  path: `/${row.category}/${row.cu}/${row.type}/${row.id}/${row.ver}`,
  content: content.toString('base64'),
});

export const entityTag = ({ ver, crc64 }: ResourceRow): string => `"${ver}-${crc64}"`;
