/** The part of Kaitai's compiler that the bench calls: the package has no types. */
declare module 'kaitai-struct-compiler' {
  const compiler: {
    /** The generated files by name. `ksy`: the description as data. */
    compile(
      language: 'javascript',
      ksy: unknown,
      importer: null,
      debug: boolean,
    ): Promise<Readonly<Record<string, string>>>;
  };
  export default compiler;
}
