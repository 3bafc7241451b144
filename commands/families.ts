// Letters after `g` that gather the pages of a section: `g o b` is the black list, and the section's own page is the
// letter twice. A page joins by its command's keys. Its third letter begins a syllable of its title or a word of its
// English name; a rule checks that.

interface KeyFamily {
  letter: string
  /** First segment of its pages' addresses. */
  section: string
  /** Title of the family in the list of possible next keys. */
  title: string
}

export const keyFamilies: readonly KeyFamily[] = [
  { letter: 'o', section: 'others', title: '其他' },
  { letter: 'c', section: 'config', title: '报表配置' },
  { letter: 'm', section: 'management', title: '权限管理' },
]

/** The family of a sequence such as `g o b`; none for shorter sequences. */
export const familyOf = ([first, second, third]: readonly string[]): KeyFamily | undefined =>
  first === 'g' && third !== undefined ? keyFamilies.find(({ letter }) => letter === second) : undefined
