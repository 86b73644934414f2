/// The page of one photo. Browsers take the entry of their history that the browser of all photos made of it, and the one before it, for
/// one page: going back there must have that come.
let photosOneScript = """
  const own = location.pathname;
  addEventListener("popstate", () => { if (location.pathname !== own) location.reload(); });

  """
