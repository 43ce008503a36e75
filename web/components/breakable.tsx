/**
 * An e-mail address that breaks before its @ rather than anywhere. Another address is another element: of a page that the browser
 * has translated, React would change texts that are not in it any more.
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
