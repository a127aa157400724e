# What is installed, and where. scripts/install.sh keeps a list of it for --uninstall.

install(TARGETS git-handoff RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})

file(GLOB man_pages CONFIGURE_DEPENDS man/*.1)
install(FILES ${man_pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)

# Completion files are found by their names and places, whatever the prefix.
install(FILES completions/git-handoff.bash RENAME git-handoff
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES completions/_git-handoff DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(FILES completions/git-handoff.fish
        DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(FILES completions/git-handoff-subcommand.fish
        DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_conf.d
        RENAME git-handoff.fish)

# The schema, the hook scripts and the files for agents.
foreach(folder schema git-hooks integrations)
  if(EXISTS ${CMAKE_SOURCE_DIR}/${folder})
    install(DIRECTORY ${folder} DESTINATION ${CMAKE_INSTALL_DATADIR}/git-handoff
            USE_SOURCE_PERMISSIONS
            PATTERN node_modules EXCLUDE
            PATTERN README.md EXCLUDE)
  endif()
endforeach()
