enum PlaceholderPresentation {}
