/**
 * An e-mail address that breaks before its @ rather than anywhere. The key makes a new element for a new address: on a page that the
 * browser has translated, React would change text nodes that are not in the page any more.
 */
export const Breakable = ({ text }: { readonly text: string }) => {
  const [name, ...host] = text.split(/(?=@)/);
  return (
    <span key={text}>
      {name}
      {host.length > 0 && <wbr />}
      {host}
    </span>
  );
};
