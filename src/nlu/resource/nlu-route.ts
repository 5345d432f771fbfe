// Conventions of the resource-management interface (specification 3, sections 4.3 and 5): its base path, its dialect
// and its ids. Every kind of resource lists its routes with `nluRoute`.
import { z } from 'zod';
import {
  type BodyRule,
  type Call,
  type Dialect,
  type Identity,
  type JsonPieces,
  type JsonText,
  lenientBody,
  type Route,
  route,
} from '../../http/route.js';
import type { ErrorName } from '../../protocol/errors.js';
import { limits } from '../../protocol/limits.js';
import { checkProperty, nluProperty, propertyField } from '../property.js';

const dialect = { emptyIsUnset: true, overrides: ['PATCH', 'DELETE', 'GET'], tenants: true } as const satisfies Dialect;

const idForm = /^[1-9][0-9]{0,14}$/;
const idWords = 'must be an id: a positive integer';

/** An id in a path. */
export const idParam = (meaning: string) => z.string().regex(idForm, idWords).transform(Number).describe(meaning);

/** An id in a body: an integer, or its digits as a string. */
export const idField = (meaning: string) =>
  z
    .union([z.int(idWords).min(1, idWords), z.string().regex(idForm, idWords).transform(Number)], { error: idWords })
    .describe(meaning);

/** An id in a body, or 0. `what`: the sentence of a refusal, such as `must be the id of a directory, or 0`. */
export const idOrZeroField = (what: string) =>
  z.union(
    [
      z.int(what).min(0, what),
      z
        .string()
        .regex(/^(?:0|[1-9][0-9]{0,14})$/, what)
        .transform(Number),
    ],
    {
      error: what,
    },
  );

type NluCall<P extends z.ZodRawShape, Q extends z.ZodType, B> = Call<
  z.output<z.ZodObject<P>>,
  z.output<Q>,
  B,
  Identity
> & { readonly tenantId: string };

export interface NluRouteSpec<P extends z.ZodRawShape, Q extends z.ZodType, B, R extends z.ZodType>
  extends Pick<
    Route,
    'id' | 'method' | 'aliases' | 'summary' | 'storage' | 'writesInPieces' | 'example' | 'invalid' | 'links'
  > {
  /** Path below the base, like those of the aliases: `/lexicons/:lexiconId`. */
  readonly path: string;
  /** Path parameters besides the property. */
  readonly params?: P;
  readonly query?: Q;
  readonly body?: BodyRule<B>;
  readonly reply: R;
  readonly errors?: readonly ErrorName[];
  readonly handle: (call: NluCall<P, Q, B>) => z.output<R> | Promise<z.output<R> | JsonText | JsonPieces>;
}

type RouteMaker = typeof nluRoute;

/** A route of the resource-management interface. */
export function nluRoute<
  B,
  R extends z.ZodType,
  P extends z.ZodRawShape = Record<never, never>,
  Q extends z.ZodType = z.ZodType,
>(spec: NluRouteSpec<P, Q, B, R>): Route {
  return routeBelow('/v10/nlu/resource/:property', dialect, spec);
}

/** A route of the training interface, whose paths are shown without an appkey (specification 3, section 4.2). */
export const trainRoute: RouteMaker = (spec) =>
  routeBelow('/v10/nlu/train/:property', { ...dialect, tokenWithoutAppkey: true }, spec);

function routeBelow<B, R extends z.ZodType, P extends z.ZodRawShape, Q extends z.ZodType>(
  base: string,
  spoken: Dialect,
  spec: NluRouteSpec<P, Q, B, R>,
): Route {
  const { path, aliases = [], params, errors = [], example, invalid, handle, ...rest } = spec;
  const hasIds = params !== undefined;
  const inProperty = (given: typeof example) => ({ ...given, params: { property: nluProperty, ...given?.params } });
  return route({
    ...rest,
    auth: 'token',
    dialect: spoken,
    path: base + path,
    aliases: aliases.map((each) => base + each),
    params: z.object({ property: propertyField, ...(params as P) }),
    errors: [
      'MALFORMED_PROPERTY',
      'PROPERTY_NOT_FOUND',
      ...(hasIds ? (['RESOURCE_NOT_FOUND'] as const) : []),
      ...errors,
    ],
    example: inProperty(example),
    invalid: inProperty(invalid ?? { params: { property: 'cn_16k_common' } }),
    handle: (call) => {
      const { property } = call.params as { property: string };
      checkProperty(property);
      return handle({ ...call, tenantId: call.identity.tenantId } as unknown as NluCall<P, Q, B>) as never;
    },
  });
}

/** A body of this interface: null means that a field is left out. */
export const nluBody = <S extends z.ZodType>(schema: S): BodyRule<z.output<S>> =>
  lenientBody(schema, limits.nlu.jsonBodyBytes);

/** A body whose fields are all optional, and which may itself be missing. */
export const optionalNluBody = <S extends z.ZodType>(schema: S): BodyRule<z.output<S>> =>
  lenientBody(schema, limits.nlu.jsonBodyBytes, true);
