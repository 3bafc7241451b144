// What the entries below it are about. Blueprint's own divider with a title puts a heading into the menu.
export function MenuHead({ title }: { title: string }) {
  return (
    <li className="menu-head" role="presentation">
      {title}
    </li>
  )
}
