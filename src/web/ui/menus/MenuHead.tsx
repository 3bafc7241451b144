// A heading for the menu items below it. Blueprint's own titled divider puts a heading element into the menu.
export function MenuHead({ title }: { title: string }) {
  return (
    <li className="menu-head" role="presentation">
      {title}
    </li>
  )
}
