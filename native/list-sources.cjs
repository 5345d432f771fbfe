// Prints the .cc files below the given folders, but not those below a folder that is named with a minus sign before it; for
// binding.gyp.
const { readdirSync } = require('node:fs');

const without = process.argv.slice(2).filter((each) => each.startsWith('-'));
for (const folder of process.argv.slice(2)) {
  if (folder.startsWith('-')) continue;
  const names = readdirSync(`${__dirname}/${folder}`, { recursive: true }).map(String).sort();
  const files = names.filter((name) => name.endsWith('.cc')).map((name) => `${folder}/${name}`);
  for (const file of files) if (!without.some((each) => file.startsWith(`${each.slice(1)}/`))) console.log(file);
}
