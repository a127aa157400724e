# The hook scripts of git-hooks/ as string literals, so that the program needs no file at run time and the
# text is written once.

set(hook_rows "")
foreach(hook post-checkout post-rewrite pre-commit pre-push)
  set(hook_file ${CMAKE_SOURCE_DIR}/git-hooks/${hook})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${hook_file})
  file(READ ${hook_file} hook_text)
  string(APPEND hook_rows "{\"${hook}\", R\"hook(${hook_text})hook\"},\n")
endforeach()
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/ops/hook_scripts.inc CONTENT "@hook_rows@" @ONLY)
target_include_directories(handoff_ops PRIVATE ${CMAKE_BINARY_DIR}/generated)
