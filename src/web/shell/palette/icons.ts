// The icons that commands and entries name, as 16 px path data. Paths, not components: when a row's icon changes, an
// attribute changes and no element. Imported one by one: the whole set weighs 230 KB.
import add from '@blueprintjs/icons/lib/esm/generated/16px/paths/add.js'
import arrowDown from '@blueprintjs/icons/lib/esm/generated/16px/paths/arrow-down.js'
import arrowUp from '@blueprintjs/icons/lib/esm/generated/16px/paths/arrow-up.js'
import calculator from '@blueprintjs/icons/lib/esm/generated/16px/paths/calculator.js'
import calendar from '@blueprintjs/icons/lib/esm/generated/16px/paths/calendar.js'
import chart from '@blueprintjs/icons/lib/esm/generated/16px/paths/chart.js'
import chevronLeft from '@blueprintjs/icons/lib/esm/generated/16px/paths/chevron-left.js'
import chevronRight from '@blueprintjs/icons/lib/esm/generated/16px/paths/chevron-right.js'
import code from '@blueprintjs/icons/lib/esm/generated/16px/paths/code.js'
import cog from '@blueprintjs/icons/lib/esm/generated/16px/paths/cog.js'
import comment from '@blueprintjs/icons/lib/esm/generated/16px/paths/comment.js'
import contrast from '@blueprintjs/icons/lib/esm/generated/16px/paths/contrast.js'
import document from '@blueprintjs/icons/lib/esm/generated/16px/paths/document.js'
import duplicate from '@blueprintjs/icons/lib/esm/generated/16px/paths/duplicate.js'
import edit from '@blueprintjs/icons/lib/esm/generated/16px/paths/edit.js'
import endorsed from '@blueprintjs/icons/lib/esm/generated/16px/paths/endorsed.js'
import envelope from '@blueprintjs/icons/lib/esm/generated/16px/paths/envelope.js'
import exportIcon from '@blueprintjs/icons/lib/esm/generated/16px/paths/export.js'
import eyeOpen from '@blueprintjs/icons/lib/esm/generated/16px/paths/eye-open.js'
import filter from '@blueprintjs/icons/lib/esm/generated/16px/paths/filter.js'
import floppyDisk from '@blueprintjs/icons/lib/esm/generated/16px/paths/floppy-disk.js'
import folderClose from '@blueprintjs/icons/lib/esm/generated/16px/paths/folder-close.js'
import folderNew from '@blueprintjs/icons/lib/esm/generated/16px/paths/folder-new.js'
import history from '@blueprintjs/icons/lib/esm/generated/16px/paths/history.js'
import importIcon from '@blueprintjs/icons/lib/esm/generated/16px/paths/import.js'
import inbox from '@blueprintjs/icons/lib/esm/generated/16px/paths/inbox.js'
import key from '@blueprintjs/icons/lib/esm/generated/16px/paths/key.js'
import keyCommand from '@blueprintjs/icons/lib/esm/generated/16px/paths/key-command.js'
import layers from '@blueprintjs/icons/lib/esm/generated/16px/paths/layers.js'
import link from '@blueprintjs/icons/lib/esm/generated/16px/paths/link.js'
import logOut from '@blueprintjs/icons/lib/esm/generated/16px/paths/log-out.js'
import manual from '@blueprintjs/icons/lib/esm/generated/16px/paths/manual.js'
import maximize from '@blueprintjs/icons/lib/esm/generated/16px/paths/maximize.js'
import menuClosed from '@blueprintjs/icons/lib/esm/generated/16px/paths/menu-closed.js'
import mobilePhone from '@blueprintjs/icons/lib/esm/generated/16px/paths/mobile-phone.js'
import notifications from '@blueprintjs/icons/lib/esm/generated/16px/paths/notifications.js'
import numerical from '@blueprintjs/icons/lib/esm/generated/16px/paths/numerical.js'
import panelTable from '@blueprintjs/icons/lib/esm/generated/16px/paths/panel-table.js'
import people from '@blueprintjs/icons/lib/esm/generated/16px/paths/people.js'
import pivotTable from '@blueprintjs/icons/lib/esm/generated/16px/paths/pivot-table.js'
import play from '@blueprintjs/icons/lib/esm/generated/16px/paths/play.js'
import refresh from '@blueprintjs/icons/lib/esm/generated/16px/paths/refresh.js'
import search from '@blueprintjs/icons/lib/esm/generated/16px/paths/search.js'
import select from '@blueprintjs/icons/lib/esm/generated/16px/paths/select.js'
import sendMessage from '@blueprintjs/icons/lib/esm/generated/16px/paths/send-message.js'
import share from '@blueprintjs/icons/lib/esm/generated/16px/paths/share.js'
import sort from '@blueprintjs/icons/lib/esm/generated/16px/paths/sort.js'
import star from '@blueprintjs/icons/lib/esm/generated/16px/paths/star.js'
import stop from '@blueprintjs/icons/lib/esm/generated/16px/paths/stop.js'
import swapHorizontal from '@blueprintjs/icons/lib/esm/generated/16px/paths/swap-horizontal.js'
import time from '@blueprintjs/icons/lib/esm/generated/16px/paths/time.js'
import trash from '@blueprintjs/icons/lib/esm/generated/16px/paths/trash.js'
import undo from '@blueprintjs/icons/lib/esm/generated/16px/paths/undo.js'
import zoomIn from '@blueprintjs/icons/lib/esm/generated/16px/paths/zoom-in.js'

const icons = {
  add,
  'mobile-phone': mobilePhone,
  endorsed,
  'arrow-down': arrowDown,
  'arrow-up': arrowUp,
  calendar,
  chart,
  'chevron-left': chevronLeft,
  'chevron-right': chevronRight,
  code,
  cog,
  comment,
  contrast,
  document,
  duplicate,
  edit,
  envelope,
  export: exportIcon,
  import: importIcon,
  inbox,
  'floppy-disk': floppyDisk,
  filter,
  'folder-close': folderClose,
  'folder-new': folderNew,
  history,
  'eye-open': eyeOpen,
  key,
  'key-command': keyCommand,
  people,
  layers,
  link,
  'log-out': logOut,
  manual,
  maximize,
  'menu-closed': menuClosed,
  notifications,
  numerical,
  'panel-table': panelTable,
  'pivot-table': pivotTable,
  play,
  refresh,
  search,
  select,
  'send-message': sendMessage,
  share,
  sort,
  star,
  stop,
  sum: calculator,
  swap: swapHorizontal,
  time,
  trash,
  undo,
  'zoom-in': zoomIn,
}

// The package's types declare its modules as CommonJS, which is wrong.
export const commandIcons = icons as unknown as Readonly<Record<string, readonly string[]>>
