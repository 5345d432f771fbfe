// A stored resource as the interfaces show it.
import { JsonText } from '../http/route.js';
import type { Listing, ResourceRow } from './service.js';

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

/** If-None-Match: one tag or several, also weak ones, or `*` (RFC 9110, 13.1.2). */
export const isMatched = (header: string | undefined, tag: string): boolean =>
  header?.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === tag) ?? false;
