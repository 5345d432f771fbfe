// The stories of the project: each row of specification 3, section 3.3, each rule of 3.4, and what the project settled; and those of
// the sample robots.
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { LocalRobots, readStories, robotOf, storyFiles } from '../../../src/local/dialog.js';
import { playStory } from '../../../src/understanding/stories/play.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const directories = ['test/stories', 'docs/examples/robots'];
const robots = new LocalRobots();
afterAll(() => robots.close());

for (const file of directories.flatMap((directory) => storyFiles(join(root, directory)))) {
  const name = relative(root, file);
  describe(name, () => {
    for (const story of readStories(file)) {
      it(story.title, () => {
        const found = playStory(story, robots.at(robotOf(file, story)));
        const lines = found.map(({ line, expected, came }) => `${name}:${line}: expected ${expected}; came ${came}`);
        if (lines.length > 0) expect.fail(lines.join('\n'));
      });
    }
  });
}
