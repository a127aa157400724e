# Run by CPack over the tree that becomes the package.

set(share ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr/share)
set(doc ${share}/doc/git-handoff)
set(version ${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)  # by SOURCE_DATE_EPOCH where that is set

file(READ ${CPACK_HANDOFF_SOURCE}/LICENSE license)
string(STRIP "${license}" license)
string(REGEX MATCH "Copyright[^\n]*" holder "${license}")
string(REGEX REPLACE "^Copyright *(\\([cC]\\))? *" "" holder "${holder}")
string(REPLACE "\n\n" "\n.\n" license "${license}")
string(REPLACE "\n" "\n " license "${license}")
file(WRITE ${doc}/copyright
"Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: git-handoff

Files: *
Copyright: ${holder}
License: Expat
 ${license}
")
file(WRITE ${doc}/changelog.Debian
"git-handoff (${version}) unstable; urgency=medium

  * Package of version ${CPACK_PACKAGE_VERSION}; changelog.gz tells what is new.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}
")
file(COPY_FILE ${CPACK_HANDOFF_SOURCE}/CHANGELOG.md ${doc}/changelog)

# Where Debian's zsh looks for completions of packages.
file(RENAME ${share}/zsh/site-functions ${share}/zsh/vendor-completions)

file(WRITE ${share}/lintian/overrides/git-handoff
"# Start-up is what a prompt and a hook pay each time: docs/decisions/001-static-libgit2.md.
git-handoff: statically-linked-binary [usr/bin/git-handoff]
# Not a package of Debian's archive.
git-handoff: bogus-mail-host Maintainer *
git-handoff: bogus-mail-host-in-debian-changelog *
git-handoff: initial-upload-closes-no-bugs *
")

file(GLOB pages ${share}/man/man1/*.1)
execute_process(COMMAND gzip -9nf ${pages} ${doc}/changelog ${doc}/changelog.Debian
                COMMAND_ERROR_IS_FATAL ANY)
# Whatever the umask of whoever builds.
execute_process(COMMAND chmod -R u+rwX,go+rX,go-w ${CPACK_TEMPORARY_INSTALL_DIRECTORY}
                COMMAND_ERROR_IS_FATAL ANY)
