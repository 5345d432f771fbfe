// Prints the .cc files below the given folders, for binding.gyp.
const { readdirSync } = require('node:fs');

for (const folder of process.argv.slice(2)) {
  const names = readdirSync(`${__dirname}/${folder}`, { recursive: true }).map(String).sort();
  for (const name of names) if (name.endsWith('.cc')) console.log(`${folder}/${name}`);
}
