WITH _1_p1 AS MATERIALIZED (
  SELECT f."login_date" AS "d1", f."cgi" AS "d3", f."player_id" AS "_1_p1_value"
  FROM "login_day" AS f
  GROUP BY 1, 2, 3
),
_1 AS (
  SELECT f."login_date" AS "d1", f."cgi" AS "d3", sum(f."minutes") AS "p2"
  FROM "login_day" AS f
  GROUP BY 1, 2
),
_top_ranked AS (
  SELECT "d3", max("p1") AS "p1"
  FROM (
    SELECT "d3", "p1"
    FROM (
      SELECT "d3", max(0 * 0) AS "p1"
      FROM _1
      GROUP BY 1
    ) AS piece1
    UNION ALL
    SELECT "d3", "p1"
    FROM (
      SELECT "d3", count(DISTINCT "_1_p1_value") AS "p1"
      FROM _1_p1
      GROUP BY 1
    ) AS piece2
  ) AS pieces
  GROUP BY 1
),
_top AS MATERIALIZED (
  SELECT r."d3", TRUE AS "_first"
  FROM _top_ranked AS r
  ORDER BY r."p1" DESC NULLS LAST, r."d3" ASC NULLS LAST
  LIMIT 1
),
_1_p1_top AS MATERIALIZED (
  SELECT _1_p1."d1" AS "d1", CASE WHEN _top."_first" THEN _1_p1."d3" END AS "d3", NOT coalesce(_top."_first", FALSE) AS "_other", "_1_p1_value"
  FROM _1_p1 LEFT JOIN _top ON _top."d3" IS NOT DISTINCT FROM _1_p1."d3"
  GROUP BY 1, 2, 3, 4
),
_1_top AS (
  SELECT _1."d1" AS "d1", CASE WHEN _top."_first" THEN _1."d3" END AS "d3", NOT coalesce(_top."_first", FALSE) AS "_other", sum("p2") AS "p2"
  FROM _1 LEFT JOIN _top ON _top."d3" IS NOT DISTINCT FROM _1."d3"
  GROUP BY 1, 2, 3
),
_1_p1_top_rows AS (
  SELECT "d1", "d3", "_other", count("_1_p1_value") AS "p1"
  FROM _1_p1_top
  GROUP BY 1, 2, 3
),
_rows AS MATERIALIZED (
  SELECT "d1", "d3", "_other", max("p1") AS "p1", sum("p2") AS "p2"
  FROM (
    SELECT "d1", "d3", "_other", 0 AS "p1", "p2"
    FROM _1_top
    UNION ALL
    SELECT "d1", "d3", "_other", "p1", NULL AS "p2"
    FROM _1_p1_top_rows
  ) AS _all
  GROUP BY 1, 2, 3
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", NULL AS "d3", FALSE AS "_other", (SELECT count(DISTINCT "_1_p1_value") FROM _1_p1_top) AS "p1", sum("p2") AS "p2"
  FROM _rows
  UNION ALL
  SELECT 2 AS "_level", "d1", "d3", "_other", "p1", "p2"
  FROM _rows
)
SELECT r."d1", r."d3", r."p1", r."p2", r."_other"
FROM (
  SELECT "_level", "d1", "d3", "_other", "p1", coalesce("p2", 0) AS "p2"
  FROM _levels
) AS r
ORDER BY r."_level", r."d1" DESC NULLS LAST, r."_other", r."d3" ASC NULLS LAST
LIMIT 100002
