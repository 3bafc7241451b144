// Translates Blueprint's English labels of buttons and marks that no property can set.

/** By the modules that contain them. */
const words = {
  'core/lib/esm/components/dialog/dialog.js': { Close: '关闭' },
  'core/lib/esm/components/drawer/drawer.js': { Close: '关闭' },
  'core/lib/esm/components/html-select/htmlSelect.js': { 'Open dropdown': '展开选项' },
  'core/lib/esm/components/menu/menuItem.js': { 'Open sub menu': '子菜单' },
  'core/lib/esm/components/panel-stack/panelView.js': { Back: '返回' },
  'core/lib/esm/components/tag/tagRemoveButton.js': { 'Remove tag': '移除' },
  'core/lib/esm/components/toast/toast.js': { Close: '关闭' },
  'table/lib/esm/headers/header.js': { 'Press down to drag': '按住拖动' },
}

/** A module's text, translated. `path` ends with the module's key. */
export function inChinese(path, text) {
  const place = Object.keys(words).find((one) => path.replaceAll('\\', '/').endsWith(`@blueprintjs/${one}`))
  return Object.entries(words[place] ?? {}).reduce((told, [english, chinese]) => {
    if (!told.includes(`"${english}"`)) throw new Error(`${place} no longer says «${english}»`)
    return told.replaceAll(`"${english}"`, `"${chinese}"`)
  }, text)
}
