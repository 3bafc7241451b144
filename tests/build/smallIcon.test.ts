// Blueprint's icons without their 20 px drawing.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { smallIcon } from '#setup/smallIcon.mjs'

const icons = join(import.meta.dirname, '../../node_modules/@blueprintjs/icons/lib/esm')

it('is what is left of each of them, and draws by the other paths', () => {
  const files = globSync('{svgIconContainer,generated/components/*}.js', { cwd: icons })
  expect(files.length).toBeGreaterThan(500)
  const drawn = files.filter((file) =>
    smallIcon(readFileSync(join(icons, file), 'utf8'), file).includes('PATHS_16'),
  )
  expect(drawn.length).toBeGreaterThan(500)
})

it('fails where an icon is written another way, rather than draw half of it', () => {
  expect(() => smallIcon('const large = isLarge && PATHS_20', 'add.js')).toThrow(
    /^add\.js is written another way/,
  )
})
