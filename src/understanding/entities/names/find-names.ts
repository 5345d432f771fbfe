// The names of the system lexicons for names, with the finder of each.
import { findAddresses } from './address.js';
import { findCombinations } from './combine.js';
import { findOrganisations } from './organisation.js';
import { findPersons } from './person.js';
import { findCities, findCountries, findProvinces } from './places.js';
import type { Span } from './span.js';
import { findFlights, findTrains } from './transport.js';

/** Finds spans from left to right without overlap. */
export type NameFinder = (text: string) => readonly Span[];

export const nameFinders: ReadonlyMap<string, NameFinder> = new Map<string, NameFinder>([
  ['SYS.country', findCountries],
  ['SYS.province', findProvinces],
  ['SYS.city', findCities],
  ['SYS.address', findAddresses],
  ['SYS.person', findPersons],
  ['SYS.org', findOrganisations],
  ['SYS.fight', findFlights],
  ['SYS.train', findTrains],
  ['SYS.combine', findCombinations],
]);
