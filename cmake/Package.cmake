# `cpack --config build/release/CPackConfig.cmake` makes a Debian package. With SOURCE_DATE_EPOCH set,
# the same source gives the same bytes.

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME git-handoff)
set(CPACK_PACKAGE_VENDOR "the git-handoff developers")
set(CPACK_PACKAGE_CONTACT "the git-handoff developers <git-handoff@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "pause work in git and resume it exactly, context included")
set(CPACK_PACKAGE_DESCRIPTION
"git handoff pause saves the state of a working tree as a WIP commit and what
was in one's head as a structured record outside of history. git handoff resume
shows the record next to what is true now, puts the work back exactly as it was
and retires the record. It serves people, coding agents and teams, without a
server.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR})
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION vcs)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "git (>= 1:2.38)")
if(HANDOFF_LIBGIT2_KIND STREQUAL shared)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
endif()

# Compressed man pages, copyright and changelog: what Debian asks of a package, not of an installation.
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_SOURCE_DIR}/cmake/debian-files.cmake)
set(CPACK_HANDOFF_SOURCE ${CMAKE_SOURCE_DIR})
include(CPack)
