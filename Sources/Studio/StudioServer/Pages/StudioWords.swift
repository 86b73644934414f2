/// What the studio's own pages say.
typealias StudioWords = WordTable<StudioText>
